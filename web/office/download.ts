import { useMutation } from '@tanstack/react-query';
import { sentenceOf, toast } from '../shared/ui/states.tsx';
import { useCompany } from './company.tsx';

/** How long the bytes of a file are kept for the browser to save them, in ms. */
const KEEP_MS = 60_000;

interface File {
  readonly path: string;
  /** The media type that is asked for. */
  readonly type: string;
  readonly name: string;
}

/** Fetches a file of the API, which needs the token, and hands it to the browser to save. */
export function useDownload() {
  const { api } = useCompany();
  return useMutation({
    mutationFn: async (file: File) => ({ file, blob: await api.blob(file.path, file.type) }),
    onSuccess: ({ file, blob }) => {
      const address = URL.createObjectURL(blob);
      const link = document.createElement('a');
      link.href = address;
      link.download = file.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
}
