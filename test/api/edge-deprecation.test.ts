// Old forms of the API tell of their end (reference: versions.4). There is none just now: routes of the test's own have some.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeApi, routeName } from '#src/description/document.ts';
import { text } from '#src/edge/query.ts';
import { asking, ok, queryOf, type Route } from '#src/edge/route.ts';
import type { Deprecation } from '#src/kernel/deprecation.ts';
import { ROUTES } from '#src/routes.ts';
import { bodies } from '#src/shape/bodies.ts';
import * as kinds from '#src/shape/kinds.ts';
import { z } from '#src/shape/reads.ts';
import { shapeSchema } from '#src/shape/schema.ts';
import { field, type Shape } from '#src/shape/shape.ts';
import { openFaultyEdge } from '#test/harness/faults.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';

const OLD: Deprecation = { since: '2026-01-01', sunset: '2027-06-01', use: 'GET /new' };
const SOONER: Deprecation = { since: '2026-02-01', sunset: '2027-03-01', use: '`colour`' };

const QUERY = { color: { ...text('The colour.'), deprecated: SOONER }, colour: text('The colour.') };
const handler = asking(QUERY, () => Promise.resolve(ok({ done: true })));
const routes: readonly Route[] = [
  { method: 'GET', path: '/old', scope: 'company:read', access: 'read', deprecated: OLD, handler },
  { method: 'GET', path: '/new', scope: 'company:read', access: 'read', handler },
];

onEachEngine('an old form', (service) => {
  it('says since when, until when, and where to read on', async () => {
    const edge = await openFaultyEdge(service(), routes);
    const told = async (path: string) => {
      const answer = await edge.ask('GET', path, service().client.token);
      assert.equal(answer.status, 200, answer.text);
      return [answer.headers.deprecation, answer.headers.sunset, answer.headers.link];
    };
    const link = '<https://localhost:8443/docs>; rel="deprecation"; type="text/html"';
    try {
      const ending = ['@1767225600', 'Tue, 01 Jun 2027 00:00:00 GMT', link];
      const sooner = ['@1769904000', 'Mon, 01 Mar 2027 00:00:00 GMT', link];
      assert.deepEqual(await told('/v1/old'), ending);
      assert.deepEqual(await told('/v1/old?colour=red'), ending);
      assert.deepEqual(await told('/v1/old?color=red'), sooner);
      assert.deepEqual(await told('/v1/new?color=red'), sooner);
      assert.deepEqual(await told('/v1/new?colour=red'), [undefined, undefined, undefined]);
      assert.deepEqual(await told('/v1/new'), [undefined, undefined, undefined]);
    } finally {
      await edge.close();
    }
  });
});

it('a field that is an old form is described as one, in answers and in bodies', () => {
  const shape = {
    name: 'Thing',
    words: 'A thing.',
    fields: {
      colour: field(kinds.text(20), 'Its colour.', { initially: '' }),
      color: field(kinds.text(20), 'Its colour.', { initially: '', deprecated: SOONER }),
    },
  } satisfies Shape;
  const description =
    'Its colour. Deprecated since 2026-02-01, may be gone from 2027-03-01 on: use `colour` instead.';
  const { properties = {} } = shapeSchema(shape);
  assert.equal(properties.color?.deprecated, true);
  assert.equal(properties.color?.description, description);
  assert.equal(properties.colour?.deprecated, undefined);
  const body = z.toJSONSchema(bodies(shape).create, { io: 'input', unrepresentable: 'any' });
  const { color, colour } = body.properties as Record<string, { description?: string; deprecated?: boolean }>;
  assert.deepEqual([color?.deprecated, color?.description], [true, description]);
  assert.deepEqual([colour?.deprecated, colour?.description], [undefined, 'Its colour.']);
});

it('a route that is an old form is described as one, with the headers that tell of it', () => {
  const old = ROUTES.map((route) =>
    routeName(route) === 'GET /companies/:company_id/taxes'
      ? ({ ...route, deprecated: OLD } as Route)
      : route,
  );
  const described = (from: readonly Route[]) =>
    describeApi({ routes: from, examples: {}, version: '1', baseUrl: 'https://localhost' }) as {
      paths: Record<string, Record<string, { deprecated?: boolean; description: string; responses: Json }>>;
      components: { headers: Record<string, unknown> };
    };
  const path = '/v1/companies/{company_id}/taxes';
  const { paths, components } = described(old);
  assert.equal(paths[path]?.get?.deprecated, true);
  assert.match(
    paths[path].get.description,
    /Deprecated since 2026-01-01, may be gone from 2027-06-01 on: use GET \/new instead\./,
  );
  for (const name of ['Deprecation', 'Sunset', 'Link']) {
    assert.ok(name in paths[path].get.responses[200].headers, name);
    assert.ok(name in components.headers, name);
  }
  assert.equal(paths[path].post?.deprecated, undefined);
  assert.equal(described(ROUTES).components.headers.Sunset, undefined);
});

it('every old form lives a year at least', () => {
  const all = ROUTES.flatMap((route) =>
    [route.deprecated, ...Object.values(queryOf(route) ?? {}).map((each) => each.deprecated)].flatMap(
      (each) => (each === undefined ? [] : [{ route, each }]),
    ),
  );
  for (const { route, each } of all) {
    const life = Date.parse(each.sunset) - Date.parse(each.since);
    assert.ok(life >= 365 * 86_400_000, `${routeName(route)}: a year from ${each.since} at least.`);
  }
});
