import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';

/** An uploaded picture; its bytes in base64. */
interface Image {
  readonly company_id: Id;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string;
  readonly media_type: string;
  readonly bytes: string;
  readonly created_at: Micros;
}

/** Keeps a picture; one that is there already stays. */
export async function saveImage(tx: Writer, image: Image): Promise<void> {
  await tx.run(
    sql`insert into images (company_id, hash, media_type, bytes, created_at) values (${image.company_id},
          ${image.hash}, ${image.media_type}, ${image.bytes}, ${image.created_at})
        on conflict (company_id, hash) do nothing`,
  );
}

/** A picture by the hash of its bytes. */
export async function getImage(tx: Reader, company: Id, hash: string): Promise<Image | undefined> {
  return tx.get<Image>(
    sql`select company_id, hash, media_type, bytes, created_at from images
        where company_id = ${company} and hash = ${hash}`,
  );
}
