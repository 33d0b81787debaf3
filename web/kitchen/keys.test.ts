import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actionOf, afterBump, moveSelection, NOTHING, type Selection, stillThere } from './keys.ts';
import { Taps } from './taps.ts';

const press = (key: string, more: object = {}) =>
  actionOf({ key, ctrlKey: false, altKey: false, metaKey: false, repeat: false, ...more });
const cards = ['a', 'b', 'c'].map((key) => ({ key, lines: [{ key: `${key}1` }, { key: `${key}2` }] }));
const on = (card: string, line?: string): Selection => ({ card, line });

describe('keys', () => {
  it('choose, move and bump', () => {
    assert.deepEqual(press('1'), { do: 'select', at: 0 });
    assert.deepEqual(press('9'), { do: 'select', at: 8 });
    assert.deepEqual(press('0'), undefined);
    assert.deepEqual([press('Enter'), press(' ')], [{ do: 'bump' }, { do: 'bump' }]);
    assert.deepEqual([press('r'), press('R')], [{ do: 'recall' }, { do: 'recall' }]);
    assert.deepEqual(press('ArrowLeft'), { do: 'move', by: -1 });
    assert.deepEqual(press('x'), undefined);
  });

  it('belong to the browser together with others, and bump once however long they are held', () => {
    for (const other of ['ctrlKey', 'altKey', 'metaKey'])
      assert.equal(press('r', { [other]: true }), undefined);
    assert.equal(press('Enter', { repeat: true }), undefined);
    assert.deepEqual(press('ArrowRight', { repeat: true }), { do: 'move', by: 1 });
  });
});

describe('what is chosen', () => {
  it('moves over the cards and stays within them', () => {
    const move = (from: Selection, by: 1 | -1) => moveSelection(from, { do: 'move', by }, cards);
    assert.deepEqual(move(NOTHING, 1), on('a'));
    assert.deepEqual(move(on('a'), 1), on('b'));
    assert.deepEqual(move(on('a'), -1), on('a'));
    assert.deepEqual(move(on('c', 'c1'), 1), on('c', 'c1'));
    assert.deepEqual(moveSelection(on('a'), { do: 'select', at: 2 }, cards), on('c'));
    assert.deepEqual(moveSelection(on('a'), { do: 'select', at: 7 }, cards), on('a'));
    assert.deepEqual(moveSelection(NOTHING, { do: 'move', by: 1 }, []), NOTHING);
  });

  it('moves over the lines of a card, and off them again', () => {
    const line = (from: Selection, by: 1 | -1) => moveSelection(from, { do: 'line', by }, cards);
    assert.deepEqual(line(on('b'), 1), on('b', 'b1'));
    assert.deepEqual(line(on('b', 'b1'), 1), on('b', 'b2'));
    assert.deepEqual(line(on('b', 'b2'), 1), on('b'));
    assert.deepEqual(line(on('b'), -1), on('b', 'b2'));
    assert.deepEqual(line(on('b', 'b1'), -1), on('b'));
  });

  it('is the next card after a bump, and nothing when somebody else took the card away', () => {
    assert.deepEqual(afterBump('a', cards), on('b'));
    assert.deepEqual(afterBump('c', cards), on('b'));
    assert.deepEqual(afterBump('a', cards.slice(0, 1)), NOTHING);
    assert.deepEqual(stillThere(on('b', 'b2'), cards), on('b', 'b2'));
    assert.deepEqual(stillThere(on('b', 'gone'), cards), on('b'));
    assert.deepEqual(stillThere(on('gone'), cards), NOTHING);
  });
});

describe('touches', () => {
  it('of one finger at one place hit one thing, keys hit what they are at', () => {
    const taps = new Taps();
    const tap = (on: string, clientX: number, timeStamp: number, detail = 1) =>
      taps.isAstray({ clientX, clientY: 500, timeStamp, detail }, on);
    assert.deepEqual([tap('a', 100, 0), tap('b', 105, 200), tap('c', 103, 400)], [false, true, true]);
    assert.equal(tap('c', 103, 500), false, 'the same again');
    assert.equal(tap('d', 103, 2_000), false, 'later');
    assert.equal(tap('e', 400, 2_100), false, 'elsewhere');
    assert.deepEqual([tap('f', 0, 2_150, 0), tap('g', 0, 2_160, 0)], [false, false]);
  });
});
