// The reasons that are usual at a register, offered beside the field where others are typed.

import { message } from '../shared/words.ts';

/** For what is sold for less. */
export const CHEAPER = [
  message('Complaint'),
  message('Regular guest'),
  message('Mistake'),
  message('Staff meal'),
];
/** For what is not made, or taken back. */
export const TAKEN_BACK = [
  message('Wrong item'),
  message('Guest changed their mind'),
  message('Out of stock'),
  message('Spilled or damaged'),
  message('Quality'),
];
/** For cash that comes or goes. */
export const CASH = [message('Change'), message('Supplier'), message('Petty cash'), message('Bank')];
