import assert from 'node:assert/strict';
import { it } from 'node:test';
import { example } from '../../prove/cluster.ts';
import { installLine } from '../../prove/programs.ts';

it('the line that installs names each package once', () => {
  assert.equal(
    installLine(['patronictl', 'etcd', 'patroni', 'postgres']),
    'apt-get install --no-install-recommends etcd-server patroni postgresql-15',
  );
});

it('an example is run with other values, of which none may be missing in it', () => {
  const text = example('pgbackrest.conf', { 'pg1-port=5432': 'pg1-port=1' });
  assert.match(text, /^pg1-port=1$/m);
  assert.throws(() => example('pgbackrest.conf', { 'pg9-port': '' }), /has no pg9-port/);
});
