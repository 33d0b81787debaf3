// A picture from a file, as the API takes it.

import { BASE } from '../../shared/base.ts';
import { t } from '../../shared/words.ts';

/** The longest side that is sent, in pixels, and the largest file that is sent as it is, in bytes. */
const MAX_SIDE = 1024;
const MAX_AS_IT_IS = 256 * 1024;
const QUALITY = 0.85;

/** A data URL of a picture, made smaller where it is large. Rejects a file that is no picture. */
export async function toDataUrl(file: File, isPrinted = false): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
    const fits = !isPrinted || file.type === 'image/png' || file.type === 'image/jpeg';
    if (scale === 1 && file.size <= MAX_AS_IT_IS && fits) return await read(file);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (isPrinted && context !== null) {
      // Paper is white, and JPEG has no transparency.
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const type = isPrinted ? 'image/jpeg' : 'image/webp';
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, QUALITY));
    return await read(small ?? file);
  } finally {
    picture.close();
  }
}

function read(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(t('The file cannot be read.')));
    reader.readAsDataURL(blob);
  });
}

/**
 * The address of a picture: for one that this service keeps its path, so that it loads under every name of the
 * service.
 */
export function pictureAddress(image: string): string {
  const kept = /\/images\/\d{1,20}\/[0-9a-f]{64}$/.exec(image);
  return kept === null ? image : `${BASE}${kept[0]}`;
}
