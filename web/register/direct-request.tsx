// Requests sent at once and not by the queue: a refusal stands beside the button and under "Needs attention".

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RefusalAlert } from '../shared/ui/refusal.tsx';
import { sentenceOf } from '../shared/ui/states.tsx';
import { useRegister } from './context.tsx';
import { keepRefusal, NotApproved } from './send-writes.ts';

/** Sends something under the key that it has until it is answered, however often it is asked for, and by which page. */
export function useOnce() {
  const { core, staffMember } = useRegister();
  return async <T,>(
    request: readonly unknown[],
    work: (idempotencyKey: string) => Promise<T>,
  ): Promise<T> => {
    // A key is its author's.
    const name = JSON.stringify([staffMember.staff, ...request]);
    return core.keys.once(name, work);
  };
}

interface DirectRequest {
  readonly send: () => void;
  readonly busy: boolean;
  /** Why it was not done the last time; nothing while all is well. */
  readonly refused: ReactNode;
}

interface DirectRequestOptions<T> {
  /** The name of the action, as its refusal shows it. */
  readonly label: string;
  /** The request, to the byte: sent again after an outcome that is not known, it has the same key. */
  readonly request: () => readonly unknown[];
  /** Sends it under a key. */
  readonly work: (idempotencyKey: string) => Promise<T>;
  readonly done: (result: T) => unknown;
}

/** Runs an action that waits for its answer. A failure is shown here, and kept until it is dismissed. */
export function useDirectRequest<T>({ label, request, work, done }: DirectRequestOptions<T>): DirectRequest {
  const { core } = useRegister();
  const once = useOnce();
  const asked = useMutation({
    mutationFn: () => once(request(), work),
    onSuccess: done,
    onError: (error) => {
      keepRefusal(core, label, error instanceof NotApproved ? error : new Error(sentenceOf(error)));
    },
  });
  return {
    send: () => asked.mutate(),
    busy: asked.isPending,
    refused: asked.isError && (
      <RefusalAlert title={label} w="100%">
        {sentenceOf(asked.error)}
      </RefusalAlert>
    ),
  };
}
