// Requests sent at once and not by the queue: a refusal stands beside the button and under "Needs attention".

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { ApiError } from '#clients/typescript/index.ts';
import { RefusalAlert } from '../shared/ui/refusal.tsx';
import { sentenceOf } from '../shared/ui/states.tsx';
import { useRegister } from './context.tsx';
import { keepRefusal, NotApproved } from './send-writes.ts';

/** Statuses by which what stands before the service says that it has no answer of it. */
const UNANSWERED: ReadonlySet<number> = new Set([502, 504]);

/** Whether the service has answered: then the outcome is known, and another attempt is another request. */
const isAnswered = (error: unknown) => error instanceof ApiError && !UNANSWERED.has(error.status);

interface DirectRequest {
  readonly send: () => void;
  readonly busy: boolean;
  /** Why it was not done the last time; nothing while all is well. */
  readonly refused: ReactNode;
}

interface DirectRequestOptions<T> {
  /** The name of the action, as its refusal shows it. */
  readonly label: string;
  /** Sends it under a key; sent again after an outcome that is not known, it has the same one. */
  readonly work: (idempotencyKey: string) => Promise<T>;
  readonly done: (result: T) => unknown;
}

/** Runs an action that waits for its answer. A failure is shown here, and kept until it is dismissed. */
export function useDirectRequest<T>({ label, work, done }: DirectRequestOptions<T>): DirectRequest {
  const { core } = useRegister();
  const key = useRef(crypto.randomUUID());
  const renew = () => {
    key.current = crypto.randomUUID();
  };
  const asked = useMutation({
    mutationFn: () => work(key.current),
    onSuccess: (result) => {
      renew();
      return done(result);
    },
    onError: (error) => {
      if (isAnswered(error)) renew();
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
