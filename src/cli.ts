import { knownSettings, UsageError } from './commands/arguments.ts';
import { HELP, helpOf } from './commands/help.ts';
import { ConfigError } from './kernel/settings.ts';
import { explainProblem } from './problems.ts';

/** Runs a command; answers the exit code. Each command loads its own modules alone. */
async function run(args: readonly string[]): Promise<number> {
  const [command = '', ...rest] = args;
  const asked = command === 'help' || rest.some((each) => each === '--help' || each === '-h');
  const help = asked ? helpOf(command === 'help' ? rest : args) : undefined;
  if (help !== undefined) {
    process.stdout.write(help);
    return 0;
  }
  switch (command) {
    case 'serve':
      await (await import('./main.ts')).serve(rest);
      return Number(process.exitCode ?? 0);
    case 'company':
      if (rest[0] === 'update') return (await import('./commands/company.ts')).companyUpdate(rest.slice(1));
      if (rest[0] === 'quota') return (await import('./commands/quota.ts')).companyQuota(rest.slice(1));
      if (rest[0] !== 'create')
        throw new UsageError(
          'There are three things to do: company create, company update and company quota.',
        );
      return (await import('./commands/people.ts')).companyCreate(rest.slice(1));
    case 'reset-password':
      return (await import('./commands/people.ts')).resetPassword(rest);
    case 'reset-second-factor':
      return (await import('./commands/people.ts')).resetSecondFactor(rest);
    case 'invite':
      return (await import('./commands/people.ts')).inviteMember(rest);
    case 'import':
      return (await import('./commands/catalogue.ts')).runImport(rest);
    case 'export':
      return (await import('./commands/catalogue.ts')).runExport(rest);
    case 'replay':
      return (await import('./commands/service.ts')).runReplay(rest);
    case 'listen':
      return (await import('./commands/service.ts')).runListen(rest);
    case 'trigger':
      return (await import('./commands/service.ts')).runTrigger(rest);
    case 'sandbox':
      return (await import('./commands/sandbox.ts')).runSandbox(rest);
    case 'backup':
      return (await import('./commands/keeping.ts')).runBackup(rest);
    case 'backup-key':
      return (await import('./commands/keeping.ts')).runBackupKey(rest);
    case 'restore':
      return (await import('./commands/keeping.ts')).runRestore(rest);
    case 'copies':
      return (await import('./commands/keeping.ts')).runCopies(rest);
    case 'key':
      return (await import('./commands/key.ts')).runKey(rest);
    case 'print-agent':
      return (await import('./commands/service.ts')).runPrintAgent(rest);
    case 'mail-test':
      return (await import('./commands/mail.ts')).runMailTest(rest);
    case 'doctor':
      return (await import('./commands/keeping.ts')).doctor(rest);
    case '':
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(HELP);
      return 0;
    default:
      throw new UsageError('There is no such command.');
  }
}

// Files with secrets and sales are readable by their owner alone, in every folder.
process.umask(0o077);

const [command = ''] = process.argv.slice(2);
// The reader of our output may stop reading, as `head` does; a service goes on all the same.
if (command !== 'serve') process.stdout.on('error', () => process.exit(1));
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const more = helpOf([command]) === undefined ? 'help' : `${command} --help`;
  const usage = error instanceof UsageError ? ` Try: passbell ${more}` : '';
  process.stderr.write(`passbell ${command}: ${explainProblem(error, knownSettings())}${usage}\n`);
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
