import { signInLabels } from '#domain/messages.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/actions/button.tsx';

interface LogInLinkProps {
  readonly variant?: 'primary' | 'secondary' | undefined;
  readonly size?: 'm' | 's' | undefined;
}

/**
 * A magic page does not know whether its reader is signed in. So this asks the server for the login, which leads who
 * is signed in straight to the board; the links of the kit would stay in the page.
 */
export function LogInLink({ variant = 'secondary', size = 'm' }: LogInLinkProps) {
  return (
    <a data-ui="button" className={buttonClass({ variant, size })} href={paths.login()}>
      {signInLabels.logIn}
    </a>
  );
}
