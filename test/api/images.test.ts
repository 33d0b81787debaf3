import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'node:https';
import { it } from 'node:test';
import { onEachEngine, type Service } from '#test/harness/service.ts';
import { head, sendRaw } from './edge-helpers.ts';
import { change, EventLog, make, read, refused, refusesEach, survivesSendingBack } from './helpers.ts';

// Pictures of products: an address, or the picture itself (reference: products.7).

/** A whole head of each type, for a picture of 3 by 2 pixels. */
const HEADS = {
  'image/png': Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x06\0\0\0', 'latin1'),
  'image/jpeg': Buffer.from(
    '\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xc0\0\x0b\x08\0\x02\0\x03\x01\x01\x11\0\xff\xd9',
    'latin1',
  ),
  'image/gif': Buffer.from('GIF89a\x03\0\x02\0\0\0\0', 'latin1'),
  'image/webp': Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\x02\x40\0\0\0\0\0\0\0', 'latin1'),
} as const;
type ImageType = keyof typeof HEADS;
const TYPES = Object.keys(HEADS) as ImageType[];

const MAX_IMAGE = 512 * 1024;

/** Bytes that begin as a picture of the type does. */
function picture(type: ImageType, more: string | Buffer = 'more'): Buffer {
  return Buffer.concat([HEADS[type], Buffer.from(more)]);
}

const asUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;

interface ImageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** Reads an address with no token and nothing else of the API, byte by byte. */
function fetchBytes(service: Service, address: string): Promise<ImageAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(address, { ca: service.ca, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

onEachEngine('pictures', (service) => {
  const product = (image?: string | null) =>
    make(service().client, 'products', { name: 'Tea', unit_price: 1, image });

  it('that are elsewhere are kept as their address was sent', async () => {
    const { client } = service();
    const image = 'https://example.com/t%C3%A9.png?size=2#top';
    const tea = await product(image);
    assert.equal(tea.image, image);
    const [listed] = await read(client, `products?ids=${tea.id}&fields=image`);
    assert.equal(listed.image, image);
    assert.equal('image' in (await read(client, `products?ids=${tea.id}`))[0], false);
    assert.equal((await change(client, `products/${tea.id}`, { name: 'Chai' })).image, image);
    assert.equal((await change(client, `products/${tea.id}`, { image: null })).image, null);
    assert.equal((await product()).image, null);
  });

  for (const type of TYPES) {
    it(`that are sent as ${type} are shown at an address of their own, to everybody`, async () => {
      const { client, url } = service();
      const bytes = picture(type, `of ${type} \0\xff`);
      const tea = await product(asUrl(type, bytes));
      const hash = createHash('sha256').update(bytes).digest('hex');
      assert.equal(tea.image, `${url}/images/${client.companyId}/${hash}`);
      assert.equal((await read(client, `products/${tea.id}`)).image, tea.image);

      const got = await fetchBytes(service(), tea.image);
      assert.equal(got.status, 200);
      assert.deepEqual(got.bytes, bytes);
      assert.equal(got.headers['content-type'], type);
      assert.equal(got.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(got.headers['x-content-type-options'], 'nosniff');
      assert.equal(got.headers['content-security-policy'], "default-src 'none'");

      await survivesSendingBack(client, `products/${tea.id}`);
    });
  }

  it('can be sent at a site and in a change; the same one again changes nothing', async () => {
    const { client, card } = service();
    const image = asUrl('image/png', picture('image/png', 'same'));
    const here = await make(client, `sites/${card.sites[0].id}/products`, {
      name: 'H',
      unit_price: 1,
      image,
    });
    const tea = await product('https://example.com/t.png');
    const log = await EventLog.open(client);
    const changed = await change(client, `products/${tea.id}`, { image });
    assert.equal(changed.image, here.image);
    const [event, ...none] = await log.take();
    assert.deepEqual(none, []);
    assert.deepEqual(event.changed, ['image']);
    assert.equal(event.payload.image, here.image);
    assert.deepEqual(await change(client, `products/${tea.id}`, { image }), changed);
    await change(client, `products/${tea.id}`, { sku: null });
    assert.deepEqual(await log.take(), []);
    // The product that uses an address may be gone; the address still shows the picture.
    await change(client, `products/${tea.id}`, { image: null });
    assert.equal((await fetchBytes(service(), here.image)).status, 200);
  });

  it('that are not sent are not told as sent', async () => {
    const { client, card } = service();
    const log = await EventLog.open(client);
    await make(client, 'products', { name: 'Tea', unit_price: 1 });
    await make(client, `sites/${card.sites[0].id}/products`, { name: 'Tea', unit_price: 1 });
    const told = (await log.take()).filter(({ topic }) => topic === 'products/created');
    assert.deepEqual(
      told.map(({ changed }) => [...changed].sort()),
      [
        ['name', 'unit_price'],
        ['name', 'unit_price'],
      ],
    );
  });

  it('have at most 512 KiB', async () => {
    const head = HEADS['image/jpeg'].length;
    const largest = picture('image/jpeg', Buffer.alloc(MAX_IMAGE - head, 7));
    const tea = await product(asUrl('image/jpeg', largest));
    assert.deepEqual((await fetchBytes(service(), tea.image)).bytes, largest);
    const larger = picture('image/jpeg', Buffer.alloc(MAX_IMAGE - head + 1, 7));
    await refusesEach(service(), 'PUT', `products/${tea.id}`, { name: 'Other' }, [
      [{ image: asUrl('image/jpeg', larger) }, 'image'],
    ]);
  });

  it('have at most 25 million pixels, however small their file is', async () => {
    const size = (width: number, height: number) => {
      const bytes = picture('image/png');
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      return asUrl('image/png', bytes);
    };
    await product(size(5_000, 5_000));
    await refusesEach(service(), 'POST', 'products', { name: 'Tea', unit_price: 1 }, [
      [{ image: size(30_000, 30_000) }, 'image'],
      [{ image: size(5_000, 5_001) }, 'image'],
      [{ image: size(0, 5) }, 'image'],
      // Cut off before its size.
      [{ image: asUrl('image/jpeg', HEADS['image/jpeg'].subarray(0, 20)) }, 'image'],
    ]);
  });

  it('have an address of the service, whatever Host their sender names', async () => {
    const { url, app } = service();
    const image = asUrl('image/gif', picture('image/gif', 'forged host'));
    const body = JSON.stringify({ name: 'Tea', unit_price: 1, image });
    const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const asked = head(service(), 'POST', '/v1/companies/me/products', ...headers);
    const { json } = await sendRaw(service(), asked.replace('Host: localhost', 'Host: evil.example'), body);
    assert.ok(json.image.startsWith(`${app.publicUrl}/images/`), json.image);
    assert.equal(new URL(json.image).port, new URL(url).port);
  });

  it('that are none are refused', async () => {
    const png = picture('image/png');
    const base64 = png.toString('base64');
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const wrongs = [
      asUrl('text/html', html),
      asUrl('image/svg+xml', svg),
      asUrl('image/png', html),
      asUrl('image/png', svg),
      asUrl('text/html', png),
      asUrl('image/bmp', Buffer.from('BM..')),
      // Says it is another one.
      asUrl('image/jpeg', png),
      asUrl('image/png', picture('image/gif')),
      asUrl('image/webp', Buffer.from('RIFF....WAVE')),
      asUrl('image/png', Buffer.from('PNG')),
      // Broken base64.
      `data:image/png;base64,${base64.slice(0, -1)}`,
      `data:image/png;base64,${base64.slice(0, 4)}*${base64.slice(5)}`,
      `data:image/png;base64,${base64.slice(0, 4)} ${base64.slice(4)}`,
      `data:image/png;base64,${base64.slice(0, 4)}\n${base64.slice(4)}`,
      'data:image/png;base64,====',
      'data:image/png;base64,',
      `data:image/png;base64, ${base64}`,
      `data:image/png,${base64}`,
      `data:image/png;charset=x;base64,${base64}`,
      `data:;base64,${base64}`,
      'data:',
      `DATA:image/png;base64,${base64}`,
      'ftp://example.com/a.png',
      'javascript:alert(1)',
      'https://user:secret@example.com/a.png',
      'picture.png',
      '',
    ];
    const parts = wrongs.map((image) => [{ image }, 'image'] as const);
    await refusesEach(service(), 'POST', 'products', { name: 'Tea', unit_price: 1 }, [
      ...parts,
      [{ image: 7 }, 'image'],
      [{ image: { data: base64 } }, 'image'],
    ]);
    const tea = await product();
    await refusesEach(service(), 'PUT', `products/${tea.id}`, { name: 'Other' }, parts.slice(0, 8));
  });

  it('whose address is too long, or holds what cannot be stored, are refused for that', async () => {
    const { client } = service();
    const refusal = async (image: string) =>
      (await client.post('products', { name: 'Tea', unit_price: 1, image })).json.errors;
    assert.partialDeepStrictEqual(await refusal(`https://example.com/${'a'.repeat(1981)}`), [
      { field: 'image', error_description: 'must be at most 2000 characters long.' },
    ]);
    assert.partialDeepStrictEqual(await refusal('https://example.com/\u0000'), [
      { field: 'image', error_description: 'must not hold NUL characters or half surrogate pairs.' },
    ]);
  });

  it('are not kept when the product is refused', async () => {
    const { client, url } = service();
    const bytes = picture('image/png', 'never kept');
    const image = asUrl('image/png', bytes);
    await refusesEach(service(), 'POST', 'products', { name: 'Tea', unit_price: 1, image }, [
      [{ taxes: [987654321] }, 'taxes[0]'],
    ]);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const got = await fetchBytes(service(), `${url}/images/${client.companyId}/${hash}`);
    assert.equal(got.status, 404);
  });

  it('that are not there are 404 as JSON, whatever of their address is wrong', async () => {
    const { client, foreign, url } = service();
    const tea = await product(asUrl('image/gif', picture('image/gif', 'mine')));
    const [hash = ''] = tea.image.split('/').slice(-1);
    const wrongs = [
      `${client.companyId}/${'0'.repeat(64)}`,
      `${client.companyId}/${hash.slice(1)}`,
      `${client.companyId}/${hash.toUpperCase()}`,
      `${client.companyId}/${hash}.gif`,
      // Another company's, and companies that are none.
      `${foreign.companyId}/${hash}`,
      `987654321/${hash}`,
      `me/${hash}`,
      `0/${hash}`,
      `-1/${hash}`,
      `99999999999999999999/${hash}`,
      `${client.companyId}`,
      `${client.companyId}/${hash}/${hash}`,
    ];
    for (const wrong of wrongs) {
      const got = await fetchBytes(service(), `${url}/images/${wrong}`);
      assert.equal(got.status, 404, wrong);
      assert.match(String(got.headers['content-type']), /^application\/json/, wrong);
      assert.equal(JSON.parse(got.bytes.toString()).error, 'not_found', wrong);
      assert.doesNotMatch(String(got.headers['cache-control'] ?? ''), /immutable/, wrong);
    }
    assert.equal((await fetchBytes(service(), tea.image)).status, 200);
    refused(await client.get(`/v1/images/${client.companyId}/${hash}`), 404, 'not_found');
  });

  it('of two companies are kept for each', async () => {
    const { client, foreign } = service();
    const bytes = picture('image/png', 'both');
    const image = asUrl('image/png', bytes);
    const ours = (await product(image)).image;
    const theirs = (await make(foreign, 'products', { name: 'T', unit_price: 1, image })).image;
    assert.notEqual(ours, theirs);
    assert.equal(ours.replace(`/${client.companyId}/`, `/${foreign.companyId}/`), theirs);
    for (const address of [ours, theirs])
      assert.deepEqual((await fetchBytes(service(), address)).bytes, bytes);
  });
});
