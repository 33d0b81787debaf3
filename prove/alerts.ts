// The alert rules of deploy/, by Prometheus' own tool.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding, Part } from './part.ts';
import { pathOf } from './programs.ts';

const DEPLOY = join(dirname(import.meta.dirname), 'deploy');

/** Runs promtool; answers what it complains about. */
function check(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync(pathOf('promtool'), args, { cwd: DEPLOY, encoding: 'utf8' });
  return status === 0 ? [] : [`promtool ${args.join(' ')}: ${stdout}${stderr}`];
}

export const alerts: Part = {
  name: 'alerts',
  words: 'The alert rules of deploy/alerts.yml are checked and tested by promtool.',
  share: 0.1,
  goals: [{ count: 'rules', atLeast: 1 }],
  needs: ['promtool'],
  async run(): Promise<Finding> {
    const count = (name: string, what: RegExp) =>
      readFileSync(join(DEPLOY, name), 'utf8').match(what)?.length ?? 0;
    return {
      counts: {
        rules: count('alerts.yml', /^ *- alert:/gm),
        tests: count('alerts.test.yml', /^ *(?:- )?alertname:/gm),
      },
      problems: [...check('check', 'rules', 'alerts.yml'), ...check('test', 'rules', 'alerts.test.yml')],
      notes: [],
    };
  },
};
