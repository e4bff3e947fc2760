import type { ReactNode } from 'react';
import { DeliveryPage } from '#web/features/core/mail/delivery-page.tsx';
import { SiteFrame } from '#web/features/views/site/site-frame.tsx';

function MailFrame(parts: { readonly actions: ReactNode; readonly children: ReactNode }) {
  return <SiteFrame page="mail" {...parts} />;
}

export function SiteMail() {
  return <DeliveryPage Frame={MailFrame} />;
}
