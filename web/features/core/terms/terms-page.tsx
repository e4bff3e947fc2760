import { useStart } from '#web/api/start.ts';
import { PlainWords } from './plain-words.tsx';

/** /terms, where no TERMS_URL names the operator’s own. */
export function TermsPage() {
  const { app_name: name } = useStart().settings;
  return (
    <PlainWords title="Terms of use">
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
    </PlainWords>
  );
}
