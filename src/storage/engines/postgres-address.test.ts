import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddresses } from './postgres-address.ts';

test('an address names one server or several', () => {
  const cases: [text: string, urls: string[], isChecked: boolean][] = [
    ['postgres://u:p@h:5/d', ['postgres://u:p@h:5/d'], false],
    ['postgresql://h/d?sslmode=require', ['postgresql://h/d?sslmode=require'], false],
    ['postgres://h/d?target_session_attrs=read-write', ['postgres://h/d'], true],
    ['postgres://u:p@a:1,b:2/d', ['postgres://u:p@a:1/d', 'postgres://u:p@b:2/d'], true],
    [
      'postgres://u:p@a:1,b/d?sslmode=require&target_session_attrs=primary',
      ['postgres://u:p@a:1/d?sslmode=require', 'postgres://u:p@b/d?sslmode=require'],
      true,
    ],
    ['postgres://a,[::1]:7/d?target_session_attrs=any', ['postgres://a/d', 'postgres://[::1]:7/d'], false],
    // A comma in a password is no further server.
    ['postgres://u:p,q@a/d', ['postgres://u:p,q@a/d'], false],
  ];
  for (const [text, urls, isChecked] of cases)
    assert.deepEqual(readAddresses(text), { urls, isChecked }, text);
});

test('what is no address of PostgreSQL is none', () => {
  const eleven = Array.from({ length: 11 }, (_, at) => `h${at}`).join(',');
  const texts = ['mysql://h/d', 'h:5432', 'postgres:h', 'postgres://h:port/d', 'postgres://a,,b/d'];
  const others = [
    'postgres://a,b:port/d',
    'postgres://h/d?target_session_attrs=standby',
    `postgres://${eleven}/d`,
  ];
  for (const text of [...texts, ...others]) assert.equal(readAddresses(text), undefined, text);
});
