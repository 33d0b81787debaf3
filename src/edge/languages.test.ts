import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ENGLISH, type Language } from '../kernel/words.ts';
import { Languages, wantedLanguages } from './languages.ts';

describe('Accept-Language (reference: conventions.47)', () => {
  const table: [header: string, wanted: Language[]][] = [
    ['', []],
    ['de', ['de']],
    ['de-AT,de;q=0.9', ['de', 'de']],
    ['en;q=0.5, fr;q=0.8', ['fr', 'en']],
    ['DE-at ; Q=0.1 , ja', ['ja', 'de']],
    ['de;q=0, fr', ['fr']],
    ['de;q=x, fr;q=0.1', ['fr']],
    ['*', []],
    ['it, es;q=0.5', ['es']],
    ['deu, der', []],
    [`${'it,'.repeat(19)}de`, ['de']],
    [`${'it,'.repeat(20)}de`, []],
    [`${'x'.repeat(2_000)},de`, []],
    [',;=,;q=,-', []],
  ];
  for (const [header, wanted] of table) {
    it(`${JSON.stringify(header.slice(0, 40))} asks for ${wanted.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(wantedLanguages(header), wanted);
    });
  }

  it('is answered by the first language that there is a catalogue of, else in English', () => {
    const asked: Language[] = [];
    const languages = new Languages((language) => {
      asked.push(language);
      return language === 'de' ? { Hello: 'Hallo' } : undefined;
    });
    const greeting = (header: string | undefined) => languages.wordsFor(header).say('Hello');
    assert.deepEqual(asked, [], 'nothing is read before it is asked for');
    for (const header of [undefined, '', 'it', 'en, de', 'fr']) {
      assert.equal(languages.wordsFor(header), ENGLISH, String(header));
    }
    for (const header of ['de-CH', 'fr, de;q=0.2', 'it, de;q=0.5, en;q=0.4']) {
      assert.equal(greeting(header), 'Hallo', header);
    }
    assert.deepEqual(asked, ['fr', 'de'], 'each is read once');
  });
});
