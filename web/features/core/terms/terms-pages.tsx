import type { ReactNode } from 'react';
import { useStart } from '#web/api/start.ts';
import { Mark } from '#web/ui/brand/mark.tsx';
import { pageTitleId } from '#web/ui/page.tsx';
import styles from './terms-pages.module.css';

export function PlainTextPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { settings } = useStart();
  return (
    <main className={styles.words} id="main" tabIndex={-1} aria-labelledby={pageTitleId}>
      <p className={styles.brand}>
        <Mark />
        {settings.app_name}
      </p>
      <h1 className={styles.title} id={pageTitleId}>
        {title}
      </h1>
      {children}
    </main>
  );
}

export function PrivacyPage() {
  const { app_name: name } = useStart().settings;
  return (
    <PlainTextPage title="Privacy policy">
      <p>
        This is what {name} itself stores and does. The operator of this installation should replace this text with a
        policy of their own that says who they are and how to reach them.
      </p>
      <h2>What is stored</h2>
      <p>
        Your name, email address and picture; your password, in a form that nobody can read; the browsers in which you
        are signed in; what you fill in on your profile; your replies to meeting invitations and polls; your marks on
        papers.
      </p>
      <h2>Who sees it</h2>
      <p>
        The members of your boards see your name, picture, replies and the parts of your profile that the board shows.
        Only you see your marks. Board admins see the board’s log: who changed or opened what, and when. Other boards
        see none of this.
      </p>
      <h2>Cookies</h2>
      <p>
        This site uses the cookies needed for signing in, one that remembers the board you last visited, and one that
        recognises this browser when you sign in. None of them follows you to other sites, and nothing here is used for
        advertising.
      </p>
      <h2>Email</h2>
      <p>
        Your boards send you messages about meetings and papers; you can choose in your account which of these you
        receive. Messages about the account itself, such as a changed password, are always sent.
      </p>
      <h2>How long</h2>
      <p>
        Deleted meetings, papers and announcements are permanently removed after 30 days. What you did on a board stays
        in its records. Ask the operator of this installation if you want to see, correct or delete what is stored about
        you.
      </p>
    </PlainTextPage>
  );
}

export function TermsPage() {
  const { app_name: name } = useStart().settings;
  return (
    <PlainTextPage title="Terms of use">
      <p>
        {name} is a portal for boards: their meetings, papers, people and decisions. The operator of this installation
        should replace these terms with their own.
      </p>
      <h2>Your account</h2>
      <p>
        An account is for one person. Keep its password and the links in your emails to yourself; anybody who has them
        can act in your name. Tell a board admin if you think that somebody else has seen them.
      </p>
      <h2>What you may use it for</h2>
      <p>
        Use it for the work of the boards that you are on. Board papers are confidential unless the board says
        otherwise: do not pass on what you read here.
      </p>
      <h2>What you upload</h2>
      <p>
        Papers, minutes and notes still belong to the board or to you. Upload only what you have the right to share, and
        nothing that harms the service or its users. Only you can see your marks on papers.
      </p>
      <h2>When access ends</h2>
      <p>
        A board may end your membership, and the operator of this installation may close an account that is misused.
        What you did on a board stays in its records under your name.
      </p>
      <h2>What is promised</h2>
      <p>
        The service is run with care, but there is no promise that it will always be available. If your board has its
        own agreement with the operator, that agreement takes precedence over these terms.
      </p>
    </PlainTextPage>
  );
}
