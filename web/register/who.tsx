import { UserRound } from 'lucide-react';

/** The signed-in staff member, as the top bar names them. */
export function Who({ name }: { name: string }) {
  return (
    <>
      <UserRound size={20} aria-hidden />
      <span className="register-who-name">{name}</span>
    </>
  );
}
