import { useMutation } from '@tanstack/react-query';
import type { CallId, Input, Output } from '#clients/typescript/index.ts';
import { sentenceOf, toast } from '../shared/ui/states.tsx';
import { useCompany } from './company.tsx';
import { callOf } from './queries.ts';

/** How long the bytes of a file are kept for the browser to save them, in ms. */
const KEEP_MS = 60_000;

/** Hands a file to the browser to save. */
function saveFile(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}

/** The same with CSV. */
export function saveCsv(name: string, content: BlobPart): void {
  saveFile(name, new Blob([content], { type: 'text/csv' }));
}

/** The operations that answer with a file. */
type FileId = { [K in CallId]: Output<K> extends Uint8Array ? K : never }[CallId];

interface Wanted<K extends FileId> {
  readonly input: Input<K>;
  /** The name to save it by. */
  readonly name: string;
}

/** Fetches a file of the API, which needs the token, and hands it to the browser to save. */
export function useDownload<K extends FileId>(file: K) {
  const { passbell } = useCompany();
  return useMutation({
    mutationFn: async ({ input, name }: Wanted<K>) => {
      const { body, headers } = await passbell.send(callOf(passbell, file, input));
      return { name, blob: new Blob([new Uint8Array(body)], { type: headers.get('content-type') ?? '' }) };
    },
    onSuccess: ({ name, blob }) => saveFile(name, blob),
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
}
