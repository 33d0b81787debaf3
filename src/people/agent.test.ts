import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agentWords } from './agent.ts';

const CASES: readonly [agent: string | null, browser: string | null, system: string | null][] = [
  [null, null, null],
  ['', null, null],
  ['curl/8.5.0', null, null],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/147.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
];

describe('a browser', () => {
  for (const [agent, browser, system] of CASES) {
    it(`is ${browser} on ${system} as ${String(agent).slice(0, 40)}`, () => {
      assert.deepEqual(agentWords(agent), { browser, system });
    });
  }
});
