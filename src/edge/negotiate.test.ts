import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../kernel/errors.ts';
import { type Extension, quality, requireFormat, requireJsonBody } from './negotiate.ts';

function statusOf(work: () => void): number {
  try {
    work();
    return 200;
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return error.status;
  }
}

function json(extension: Extension | undefined, accept: string | undefined): number {
  return statusOf(() => requireFormat('application/json', extension, accept));
}

describe('Accept (reference: conventions.4, conventions.5)', () => {
  const table: [string, number][] = [
    ['application/json', 1],
    ['APPLICATION/JSON', 1],
    ['application/json; charset=utf-8', 1],
    ['application/json;charset=utf-8;q=0.5', 0.5],
    ['application/*', 1],
    ['*/*', 1],
    ['*', 1],
    ['*/*;q=0.1', 0.1],
    ['text/html, application/json', 1],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 0.8],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 0.2],
    ['application/json;q=0.2, */*;q=0.9', 0.2],
    ['*/*;q=0.9, application/json;q=0.2', 0.2],
    ['application/*;q=0.3, */*', 0.3],
    ['application/json; q=0.001', 0.001],
    ['application/json;q=0', 0],
    ['application/json;q=0.000', 0],
    ['application/json;q=0, */*', 0],
    ['*/*, application/json;q=0', 0],
    ['application/*;q=0, */*', 0],
    ['*/*;q=0', 0],
    ['application/json;q=0, application/json', 1],
    ['application/json;q=7', 1],
    ['application/json;q=-1', 0],
    ['application/json;q=much', 0],
    ['text/html', 0],
    ['text/*', 0],
    ['application/xml', 0],
    ['application/jsonp', 0],
    ['application/vnd.api+json', 0],
    ['json', 0],
    [',', 0],
    [',,application/json,', 1],
    ['application / json', 0],
  ];
  for (const [accept, expected] of table) {
    it(`${JSON.stringify(accept)} wants JSON at ${expected}`, () => {
      assert.equal(quality(accept, 'application/json'), expected);
      assert.equal(json(undefined, accept), expected === 0 ? 406 : 200);
      assert.equal(json('json', accept), 200, 'the extension wins');
    });
  }

  it('is needed when there is no extension', () => {
    for (const accept of [undefined, '', '  ']) {
      assert.equal(json(undefined, accept), 406);
      assert.equal(json('json', accept), 200);
      assert.equal(json('pdf', accept), 406);
    }
  });
});

describe('a PDF (reference: conventions.6)', () => {
  const pdf = (extension: Extension | undefined, accept: string | undefined) =>
    statusOf(() => requireFormat('application/pdf', extension, accept));

  it('is given for .pdf, application/pdf, application/* and */*', () => {
    for (const accept of [
      'application/pdf',
      'application/*',
      '*/*',
      'application/json, application/pdf;q=0.1',
    ]) {
      assert.equal(pdf(undefined, accept), 200, accept);
    }
    for (const accept of [undefined, '', 'text/html', 'application/json'])
      assert.equal(pdf('pdf', accept), 200);
  });

  it('is 406 for JSON alone', () => {
    for (const accept of [undefined, '', 'application/json', 'application/pdf;q=0, */*', 'text/*']) {
      assert.equal(pdf(undefined, accept), 406);
    }
    for (const accept of [undefined, 'application/pdf', '*/*']) assert.equal(pdf('json', accept), 406);
  });
});

describe('CSV', () => {
  const csv = (extension: Extension | undefined, accept: string | undefined) =>
    statusOf(() => requireFormat('text/csv', extension, accept));

  it('is given for .csv, text/csv, text/* and */*', () => {
    for (const accept of ['text/csv', 'text/*', '*/*', 'text/csv; charset=utf-8']) {
      assert.equal(csv(undefined, accept), 200, accept);
    }
    for (const accept of [undefined, '', 'application/json']) assert.equal(csv('csv', accept), 200);
  });

  it('is 406 for anything else', () => {
    for (const accept of [undefined, '', 'application/json', 'text/html', 'text/csv;q=0']) {
      assert.equal(csv(undefined, accept), 406);
    }
    for (const accept of [undefined, 'text/csv']) assert.equal(csv('json', accept), 406);
    assert.equal(csv('pdf', 'text/csv'), 406);
  });
});

describe('Content-Type of a body (reference: conventions.7)', () => {
  const fine = [
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    ' application/json ; a=b',
    'application/json; charset="UTF-8"',
    'application/json; CHARSET=utf8',
  ];
  for (const type of fine) {
    it(`${JSON.stringify(type)} is taken`, () =>
      assert.equal(
        statusOf(() => requireJsonBody(type)),
        200,
      ));
  }
  const wrong = [
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/*',
    '*/*',
    'application/json; charset=iso-8859-1',
    'application/json; a=b; charset="utf-16"',
    'application/json; charset=',
  ];
  for (const type of [
    undefined,
    ...wrong,
    'json',
    'application/json, text/plain',
    'text/plain;application/json',
  ]) {
    it(`${JSON.stringify(type)} is refused`, () =>
      assert.equal(
        statusOf(() => requireJsonBody(type)),
        400,
      ));
  }
});

describe('XML', () => {
  const xml = (extension: Extension | undefined, accept: string | undefined) =>
    statusOf(() => requireFormat('application/xml', extension, accept));

  it('is given for .xml, application/xml, application/* and */*', () => {
    for (const accept of ['application/xml', 'application/*', '*/*', 'application/xml; charset=utf-8'])
      assert.equal(xml(undefined, accept), 200, accept);
    for (const accept of [undefined, '', 'application/json']) assert.equal(xml('xml', accept), 200);
  });

  it('is 406 for anything else', () => {
    for (const accept of [undefined, 'application/json', 'text/xml', 'application/xml;q=0'])
      assert.equal(xml(undefined, accept), 406);
    for (const extension of ['json', 'pdf'] as const) assert.equal(xml(extension, 'application/xml'), 406);
  });
});
