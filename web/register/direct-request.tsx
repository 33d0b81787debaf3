// Requests sent at once and not by the queue: a refusal stands beside the button and under "Needs attention".

import { Alert } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentenceOf } from '../shared/ui/states.tsx';
import { useRegister } from './context.tsx';

interface DirectRequest {
  readonly send: () => void;
  readonly busy: boolean;
  /** Why it was not done the last time; nothing while all is well. */
  readonly refused: ReactNode;
}

interface DirectRequestOptions<T> {
  /** The name of the action, as its refusal shows it. */
  readonly label: string;
  readonly work: () => Promise<T>;
  readonly done: (result: T) => unknown;
}

/** Runs an action that waits for its answer. A failure is shown here, and kept until it is dismissed. */
export function useDirectRequest<T>({ label, work, done }: DirectRequestOptions<T>): DirectRequest {
  const { core } = useRegister();
  const asked = useMutation({
    mutationFn: work,
    onSuccess: done,
    onError: (error) => core.refuse(label, sentenceOf(error)),
  });
  return {
    send: () => asked.mutate(),
    busy: asked.isPending,
    refused: asked.isError && (
      <Alert color="red" role="alert" title={label} w="100%">
        {sentenceOf(asked.error)}
      </Alert>
    ),
  };
}
