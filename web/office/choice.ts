/** Where the company that was chosen last in this browser is kept. */
export const CHOICE = 'passbell.company';
