/** The flags of the agent, in lines as a help shows them. */
export const USAGE: readonly string[] = [
  '--register <id> --printer <tcp://host:9100 | file:path | stdout>',
  '[--url <address>] [--token <token>] [--token-file <file>] [--ca <file>] [--journal <file>]',
  '[--printer <name>=…] [--route <name>=<category,category>] [--receipts <name>]',
  '[--width 58|80] [--cjk gb18030|shift_jis|euc-kr|big5] [--codepages epson|…] [--no-status]',
];
