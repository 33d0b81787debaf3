import { UserRound } from 'lucide-react';

/** Who is signed in, as the top bar names them. */
export function Who({ name }: { name: string }) {
  return (
    <>
      <UserRound size={20} aria-hidden />
      <span className="register-who-name">{name}</span>
    </>
  );
}
