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
        This is what {name} itself keeps and does. It stands here until whoever runs this installation puts their own
        policy in its place, with who they are and how to reach them.
      </p>
      <h2>What is kept</h2>
      <p>
        Your name, email address and picture; your password as a hash that cannot be turned back; the browsers in which
        you are signed in; what you fill in on your profile; your answers to meetings and polls; your marks on papers.
      </p>
      <h2>Who sees it</h2>
      <p>
        The members of your boards see your name, picture, answers and the parts of your profile that the board shows.
        Your marks are yours alone. Administrators of a board see its log: who changed or opened what, and when. Other
        boards see nothing of it.
      </p>
      <h2>Cookies</h2>
      <p>
        The cookies that signing in needs, one that remembers the board you last visited, and one by which this browser
        is known again at sign-in. None of them follows you to other sites, and nothing here is used for advertising.
      </p>
      <h2>Mail</h2>
      <p>
        Your boards write to you about meetings and papers; your account says which of these you want. Messages about
        the account itself, such as a changed password, always come.
      </p>
      <h2>How long</h2>
      <p>
        Deleted meetings, papers and announcements are gone for good after 30 days. What you did on a board stays in its
        records. Ask whoever runs this installation to see, correct or delete what is kept about you.
      </p>
    </PlainTextPage>
  );
}

export function TermsPage() {
  const { app_name: name } = useStart().settings;
  return (
    <PlainTextPage title="Terms of use">
      <p>
        {name} is a portal for boards: their meetings, papers, people and decisions. These are the plain terms that
        stand here until whoever runs this installation puts their own in their place.
      </p>
      <h2>Your account</h2>
      <p>
        An account is for one person. Keep its password and the links in your mail to yourself; whoever holds them acts
        in your name. Tell an administrator of your board when you think that somebody else has had them.
      </p>
      <h2>What you may use it for</h2>
      <p>
        Use it for the work of the boards that you are on. Board papers are confidential unless the board says
        otherwise: what you read here is not yours to pass on.
      </p>
      <h2>What you put here</h2>
      <p>
        Papers, minutes and notes stay the board’s or yours. Put up only what you have the right to share, and nothing
        that harms the service or its users. Your own marks on papers are seen by you alone.
      </p>
      <h2>When it ends</h2>
      <p>
        A board may end your membership, and whoever runs this installation may close an account that is misused. What
        you did on a board stays in its records under your name.
      </p>
      <h2>What is promised</h2>
      <p>
        The service is run with care, and without a promise that it is there at every moment. Your board’s own agreement
        with whoever runs it goes before these terms.
      </p>
    </PlainTextPage>
  );
}
