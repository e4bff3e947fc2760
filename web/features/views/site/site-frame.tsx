import type { ReactNode } from 'react';
import { paths } from '#web/paths.ts';
import type { ListAddress } from '#web/shell/use-list-address.ts';
import type { Option } from '#web/ui/fields/options.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Filters } from '#web/ui/layout.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import styles from './site.module.css';

type SitePage = 'boards' | 'users' | 'sign-in' | 'mail' | 'health';

const tabs: readonly { readonly page: SitePage; readonly label: string; readonly href: string }[] = [
  { page: 'boards', label: 'Boards', href: paths.siteAdminBoards() },
  { page: 'users', label: 'Users', href: paths.siteAdminUsers() },
  { page: 'sign-in', label: 'Sign-in', href: paths.siteAdminSignIn() },
  { page: 'mail', label: 'Mail', href: paths.siteAdminMail() },
  { page: 'health', label: 'Jobs', href: paths.siteAdminHealth() },
];

interface SiteFrameProps {
  readonly page: SitePage;
  readonly note?: string | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function SiteFrame({ page, note, actions, children }: SiteFrameProps) {
  const title = tabs.find((tab) => tab.page === page)?.label ?? '';
  return (
    <Page>
      <PageHead title={title} note={note} actions={actions} />
      <LinkTabs
        label="Site administration"
        tabs={tabs.map(({ page: each, label, href }) => ({ label, href, isCurrent: each === page }))}
      />
      <div className={styles.below}>{children}</div>
    </Page>
  );
}

interface SiteFiltersProps {
  readonly label: string;
  readonly address: ListAddress;
  readonly state: string;
  readonly states: readonly Option<string>[];
}

export function SiteFilters({ label, address, state, states }: SiteFiltersProps) {
  return (
    <Filters>
      <SearchField
        label={label}
        placeholder={label}
        value={address.find.typed}
        onChange={address.find.setTyped}
        onSubmit={address.find.submit}
        onClear={() => address.find.submit('')}
      />
      <Select
        label="Status"
        labelHidden
        value={state}
        onChange={(next) => address.set({ state: next === 'all' ? undefined : next })}
        options={states}
      />
    </Filters>
  );
}
