import { useState } from 'react';
import { timings } from '#domain/timings.ts';
import { useStart } from '#web/api/start.ts';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { ChatFrame } from './chat-frame.tsx';
import { rolesOf } from './roles.ts';

export function SupportChat() {
  const { settings, user } = useStart();
  return settings.support_chat && rolesOf(user).isBoardAdmin ? <DueChat /> : null;
}

function DueChat() {
  const [dueInMs] = useState(() => Math.max(0, timings.supportChatLoads - msSinceLoad()));
  const [isDue, setDue] = useState(false);
  useTimeout(() => setDue(true), dueInMs);
  return isDue ? <ChatFrame /> : null;
}

function msSinceLoad(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page && page.loadEventStart > 0 ? performance.now() - page.loadEventStart : 0;
}
