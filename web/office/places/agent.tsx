// How a print agent is started for a register: a token of its own, and the command line.

import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { Register } from '#clients/typescript/index.ts';
import { fetchAhead } from '../../shared/ahead.ts';
import { BASE } from '../../shared/base.ts';
import { proving } from '../../shared/proof.ts';
import { requestDevice } from '../../shared/session.ts';
import { SecretsDialog } from '../../shared/ui/facts.tsx';
import { useStale } from '../../shared/ui/stale.ts';
import { sentenceOf } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';

/** Where the command looks for the token: a flag could be read in the list of processes. */
const TOKEN_FILE = 'print-token';

/** The command that starts an agent; the printer's address is the reader's to fill in. */
function agentCommand(service: string, register: string): string {
  const options = [`--url ${service}`, `--register ${register}`, `--token-file ${TOKEN_FILE}`];
  return ['passbell-print-agent', ...options, '--printer tcp://<printer>:9100'].join(' ');
}

export function Agent({ register }: { register: Register }) {
  const { company } = useCompany();
  const stale = useStale();
  const [name, setName] = useState(t('Print agent'));
  const [token, setToken] = useState<string>();
  const make = useMutation({
    mutationFn: () =>
      requestDevice(
        BASE,
        { company_id: company, register_id: register.id, name: name.trim(), kind: 'agent' },
        proving(fetchAhead),
      ),
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
          {t(
            'A small program beside the printer prints the tickets and receipts of this register. It connects out to Passbell; no firewall has to be opened.',
          )}
        </Text>
        <TextInput
          label={t('Name of the agent')}
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
            {t('Create a token for a print agent')}
          </Button>
        </div>
      </Stack>
      <SecretsDialog
        title={t('Start the print agent')}
        shown={
          token === undefined
            ? undefined
            : [
                {
                  label: t('Token'),
                  description: t('Save it as a file named {file}.', { file: TOKEN_FILE }),
                  value: token,
                },
                {
                  label: t('Command'),
                  description: t(
                    'Run it on a computer that reaches the printer, with the printer’s address.',
                  ),
                  value: agentCommand(service, register.id_str),
                },
              ]
        }
        close={() => setToken(undefined)}
      >
        {t('The agent is listed under this register’s devices: revoke it there when it is no longer needed.')}
      </SecretsDialog>
    </form>
  );
}
