// How a print agent is started for a register: a token of its own, and the command line.

import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { BASE } from '../../shared/base.ts';
import { requestDevice } from '../../shared/session.ts';
import { SecretsDialog } from '../../shared/ui/facts.tsx';
import { sentenceOf } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { useStale } from '../parts.tsx';
import type { Register } from '../records.ts';

/** Where the command looks for the token: a flag could be read in the list of processes. */
const TOKEN_FILE = 'print-token';

/** The command that starts an agent; the printer's address is the reader's to fill in. */
function agentCommand(service: string, register: string): string {
  const options = [`--url ${service}`, `--register ${register}`, `--token-file ${TOKEN_FILE}`];
  return ['passbell print-agent', ...options, '--printer tcp://<printer>:9100'].join(' ');
}

export function Agent({ register }: { register: Register }) {
  const { api } = useCompany();
  const stale = useStale();
  const [name, setName] = useState('Print agent');
  const [token, setToken] = useState<string>();
  const make = useMutation({
    mutationFn: () =>
      requestDevice(BASE, {
        company_id: api.company,
        register_id: register.id_str,
        name: name.trim(),
        kind: 'agent',
      }),
    onSuccess: ({ access_token }) => {
      setToken(access_token);
      stale('devices', 'registers');
    },
  });
  const service = location.origin + BASE;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!make.isPending) make.mutate();
      }}
    >
      <Stack gap="sm" align="stretch">
        <Text size="sm">
          A small program beside the printer prints what this register has to print. It connects out to this
          service; nothing has to be opened in a firewall.
        </Text>
        <TextInput
          label="Name of the agent"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
          error={make.isError ? sentenceOf(make.error) : undefined}
        />
        <div>
          <Button
            type="submit"
            variant="default"
            leftSection={<Printer size={16} aria-hidden />}
            loading={make.isPending}
          >
            Make a token for a print agent
          </Button>
        </div>
      </Stack>
      <SecretsDialog
        title="Start the print agent"
        shown={
          token === undefined
            ? undefined
            : [
                { label: 'Token', description: `Save it as a file named ${TOKEN_FILE}.`, value: token },
                {
                  label: 'Command',
                  description:
                    'Run it on a computer that reaches the printer, with the printer’s own address.',
                  value: agentCommand(service, register.id_str),
                },
              ]
        }
        close={() => setToken(undefined)}
      >
        The agent is one of this register’s devices: revoke it there when it is no longer needed.
      </SecretsDialog>
    </form>
  );
}
