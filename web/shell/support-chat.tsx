import { lazy, Suspense, useState } from 'react';
import { timings } from '#domain/timings.ts';
import { useStart } from '#web/api/start.ts';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { rolesOf } from './roles.ts';

const ChatFrame = lazy(async () => ({ default: (await import('./chat-frame.tsx')).ChatFrame }));

/** Board admins alone get the support chat, where one is configured (specification, sections 1 and 6). */
export function SupportChat() {
  const { settings, user } = useStart();
  return settings.support_chat && rolesOf(user).isBoardAdmin ? <DueChat /> : null;
}

/** It is loaded after two seconds (specification, section 9). */
function DueChat() {
  const [isDue, setDue] = useState(false);
  useTimeout(() => setDue(true), timings.supportChatLoads);
  return isDue ? (
    <Suspense>
      <ChatFrame />
    </Suspense>
  ) : null;
}
