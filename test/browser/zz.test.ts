import { it } from 'node:test';
import { onStage } from './harness.ts';
import { loadSlowly } from './slow-line.ts';
onStage('zz', (stage) => {
  it('office', async (test) => {
    const tab = await stage().open({ ticking: true });
    await tab.page.addInitScript('window.__long=[];new PerformanceObserver(l=>{for(const e of l.getEntries())window.__long.push([Math.round(e.startTime),Math.round(e.duration)])}).observe({type:"longtask",buffered:true})');
    await tab.signIn('/');
    for (let i = 0; i < 4; i++) {
      const l = await loadSlowly(tab, '/', 'main h1');
      test.diagnostic(JSON.stringify(l));
      if (i === 0 || i > 2) continue;
      const rows = (await tab.page.evaluate(`[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(e => [Math.round(e.startTime), Math.round(e.responseStart), Math.round(e.responseEnd), e.transferSize, e.name.replace(location.origin,'')].join(' '))`)) as string[];
      for (const r of rows) test.diagnostic(r);
      test.diagnostic(JSON.stringify(await tab.page.evaluate('window.__long')));
    }
  });
});
