import { Check, CircleDashed, MapPin, Video, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import styles from './reply.module.css';

export type ReplyKind = 'accepted' | 'accepted-in-person' | 'accepted-remote' | 'declined' | 'none';

const ICONS: Readonly<Record<ReplyKind, IconType>> = {
  accepted: Check,
  'accepted-in-person': MapPin,
  'accepted-remote': Video,
  declined: X,
  none: CircleDashed,
};

export function Reply({ kind, children }: { readonly kind: ReplyKind; readonly children: ReactNode }) {
  return (
    <span data-ui="reply" className={styles.reply} data-reply={kind}>
      <Icon of={ICONS[kind]} />
      {children}
    </span>
  );
}
