import { useStart } from '#web/api/start.ts';
import { PlainWords } from './plain-words.tsx';

/** /privacy, where no PRIVACY_URL names the operator’s own. */
export function PrivacyPage() {
  const { app_name: name } = useStart().settings;
  return (
    <PlainWords title="Privacy policy">
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
    </PlainWords>
  );
}
