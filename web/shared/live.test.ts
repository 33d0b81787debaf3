import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError, type Passbell, type StreamBlock, type StreamOptions } from '#clients/typescript/index.ts';
import { followForEver, type Place } from './live.ts';

const head = (id: string): StreamBlock => ({ id, event: undefined, data: undefined });
const sign: StreamBlock = { id: undefined, event: undefined, data: undefined };
const told = (id: string): StreamBlock => ({ id, event: 'taxes/created', data: `{"topic":"taxes/created"}` });

/** What is told of some streams one after the other; the last of them goes on until it is ended, the others are refused. */
async function follow(
  place: Place,
  streams: readonly (readonly StreamBlock[])[],
  refusal: Error = new Error('refused'),
  begin: () => Promise<string | undefined> = async () => undefined,
) {
  const stop = new AbortController();
  const said: string[] = [];
  const asked: (string | undefined)[] = [];
  async function* stream(_id: string, _input: unknown, { after }: StreamOptions) {
    asked.push(after);
    yield* streams[asked.length - 1] ?? [];
    if (asked.length === streams.length) stop.abort();
    throw refusal;
  }
  await followForEver(
    { stream: stream as unknown as Passbell['stream'] },
    {
      place,
      begin,
      onEvent: ({ topic }) => said.push(topic),
      onGap: () => said.push('gap'),
      onState: () => undefined,
    },
    stop.signal,
    async () => undefined,
  );
  return { said, asked };
}

it('a screen is told once that events may have been missed: when it begins to follow', async () => {
  const place: Place = { after: undefined };
  const { said, asked } = await follow(place, [
    [head('7'), sign, told('8')],
    [head('8'), told('9')],
  ]);
  assert.deepEqual(said, ['gap', 'taxes/created', 'taxes/created']);
  assert.deepEqual([asked, place.after], [[undefined, '8'], '9']);
});

it('a screen that knows up to where it has read is told of what came since, and of no gap', async () => {
  const place: Place = { after: undefined };
  const { said, asked } = await follow(place, [[head('7'), told('8')]], undefined, async () => '7');
  assert.deepEqual([said, asked, place.after], [['taxes/created'], ['7'], '8']);
});

it('a screen that cannot be told up to where it has read begins with a gap', async () => {
  const unknown = [async () => undefined, () => Promise.reject(new Error('no line'))];
  for (const begin of unknown) {
    const { said, asked } = await follow({ after: undefined }, [[head('7'), told('8')]], undefined, begin);
    assert.deepEqual([said, asked], [['gap', 'taxes/created'], [undefined]]);
  }
});

it('a screen goes on where it was when it follows anew', async () => {
  const place: Place = { after: '9' };
  const { said, asked } = await follow(place, [[head('9'), told('10')]]);
  assert.deepEqual([said, asked, place.after], [['taxes/created'], ['9'], '10']);
});

it('a screen is told that events may have been missed when the log is another one, shorter than before', async () => {
  const place: Place = { after: '10' };
  const { said } = await follow(place, [[head('9'), told('10')]]);
  assert.deepEqual([said, place.after], [['gap', 'taxes/created'], '10']);
});

it('a screen that was away for longer than events are kept goes on from now, and is told', async () => {
  const place: Place = { after: '10' };
  const gone = new ApiError('streamEvents', 410, { error: 'gone' }, new Headers());
  const { said, asked } = await follow(place, [[], [head('90'), told('91')]], gone);
  assert.deepEqual([said, asked, place.after], [['gap', 'taxes/created'], ['10', undefined], undefined]);
});
