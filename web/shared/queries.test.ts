import assert from 'node:assert/strict';
import { it } from 'node:test';
import { QueryObserver } from '@tanstack/react-query';
import { Queries } from './queries.ts';

/** A query whose reads end when the test says so. */
function watched() {
  const client = new Queries({ defaultOptions: { queries: { retry: false, gcTime: 0 } } });
  const reads: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['orders'],
    queryFn: () => {
      const read = Promise.withResolvers<string>();
      reads.push(read);
      return read.promise;
    },
  });
  const leave = observer.subscribe(() => undefined);
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return { client, reads, settled, leave, data: () => client.getQueryData<string>(['orders']) };
}

it('what is being read for the first time is read again after a change, once for several', async () => {
  const { client, reads, settled, leave, data } = watched();
  const changed = [
    client.invalidateQueries({ queryKey: ['orders'] }),
    client.invalidateQueries({ queryKey: ['orders'] }),
    client.invalidateQueries(),
  ];
  assert.equal(reads.length, 1);
  reads[0]?.resolve('of before');
  await settled();
  assert.equal(data(), 'of before');
  assert.equal(reads.length, 2);
  reads[1]?.resolve('of after');
  await Promise.all(changed);
  assert.equal(data(), 'of after');
  assert.equal(reads.length, 2);
  leave();
});

it('changes without a pause do not keep a read from ending', async () => {
  const { client, reads, settled, leave, data } = watched();
  reads[0]?.resolve('0');
  await settled();
  for (let read = 1; read <= 5; read++) {
    for (let change = 0; change < 3; change++) void client.invalidateQueries({ queryKey: ['orders'] });
    assert.equal(reads.length, read + 1);
    reads[read]?.resolve(String(read));
    await settled();
    assert.equal(data(), String(read));
  }
  reads[6]?.resolve('last');
  await settled();
  assert.deepEqual([data(), reads.length], ['last', 7]);
  leave();
});

it('a read that fails is followed by another one where there is something to show, and by none where it is the first', async () => {
  const { client, reads, settled, leave, data } = watched();
  const first = client.invalidateQueries({ queryKey: ['orders'] });
  reads[0]?.reject(new Error('No answer.'));
  await first;
  assert.equal(reads.length, 1);
  void client.invalidateQueries({ queryKey: ['orders'] });
  reads[1]?.resolve('of before');
  await settled();
  void client.invalidateQueries({ queryKey: ['orders'] });
  const changed = client.invalidateQueries({ queryKey: ['orders'] });
  reads[2]?.reject(new Error('No answer.'));
  await settled();
  reads[3]?.resolve('of after');
  await changed;
  assert.deepEqual([data(), reads.length], ['of after', 4]);
  leave();
});

it('other queries, and what nobody shows any more, are not read', async () => {
  const { client, reads, settled, leave } = watched();
  await client.invalidateQueries({ queryKey: ['products'] });
  const changed = client.invalidateQueries({ queryKey: ['orders'] });
  leave();
  reads[0]?.resolve('of before');
  await changed;
  await settled();
  assert.equal(reads.length, 1);
});
