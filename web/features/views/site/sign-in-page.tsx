import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { CirclePause, CirclePlay, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import { listSiteProviders, removeProvider, type SiteProvider, switchProvider } from '#contract/providers.ts';
import { kindNames } from '#domain/messages/providers.ts';
import { counted } from '#domain/text.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { ProviderFailure } from '#web/features/access/providers/sign-in-providers.tsx';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { type DataColumn, DataTable } from '#web/ui/rows/data-table.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import styles from './site.module.css';
import { SiteFrame } from './site-frame.tsx';

export function SiteSignInPage() {
  const { provider: tested } = useSearch({ from: '/shell/site-admins/admin/site/sign-in' });
  const { data } = useSuspenseQuery(queryFor(listSiteProviders));
  // Keeps the id while the dialog is open, because the admin may have registered a redirect address with this id.
  const [adding, setAdding] = useState<typeof data.next | null>(null);
  const { providers } = data;
  return (
    <SiteFrame
      page="sign-in"
      note={providers.length === 0 ? undefined : counted(providers.length, 'provider')}
      actions={
        <Button variant="primary" icon={Plus} onPress={() => setAdding(data.next)}>
          Add provider
        </Button>
      }
    >
      <ProviderFailure provider={tested} />
      <DataTable
        label="Sign-in providers"
        height="two"
        columns={columns}
        rows={providers}
        keyOf={({ id }) => id}
        empty={
          <EmptyState
            title="No providers yet"
            text="Add Entra, Google, Keycloak or another OpenID Connect provider. People can then connect it to their account and sign in with it."
          />
        }
      />
      {adding !== null && (
        <ProviderDialog
          id={adding.id}
          redirectAddress={adding.redirect_address}
          provider={null}
          onClose={() => setAdding(null)}
        />
      )}
    </SiteFrame>
  );
}

const columns: readonly DataColumn<SiteProvider>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, kind, issuer }) => (
      <span className={styles.words}>
        {name}
        <span className="meta">{kindNames[kind]}</span>
        <span className="meta">{issuer}</span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ is_off: isOff, counts_as_two_factors: counts }) => (
      <span className={styles.badges}>
        {isOff ? <Badge tone="negative">Off</Badge> : <Badge tone="positive">On</Badge>}
        {counts && <Badge>Counts as two factors</Badge>}
      </span>
    ),
  },
  {
    id: 'connections',
    header: 'Connected',
    align: 'end',
    cell: ({ connections }) => <span className={styles.figures}>{connections}</span>,
  },
  {
    id: 'acts',
    header: 'Manage',
    headerHidden: true,
    fit: true,
    cell: (provider) => <ProviderActs provider={provider} />,
  },
];

function ProviderActs({ provider }: { readonly provider: SiteProvider }) {
  const { id, name, is_off: isOff, connections, redirect_address: redirectAddress, required_by: requiredBy } = provider;
  const [open, setOpen] = useState<'edit' | 'off' | 'remove' | null>(null);
  const close = (): void => setOpen(null);
  const turn = useCall(switchProvider, {
    invalidates: ['providers'],
    onSuccess: (_answer, { body }) => {
      close();
      showToast(body.is_off ? `${name} is switched off.` : `${name} is switched on.`);
    },
  });
  return (
    <>
      <MenuTrigger>
        <IconButton icon={Ellipsis} size="s" aria-label={`More actions for ${name}`} />
        <Menu aria-label={`Manage ${name}`}>
          <MenuItem icon={Pencil} label="Edit or test" onAction={() => setOpen('edit')} />
          {isOff ? (
            <MenuItem
              icon={CirclePlay}
              label="Switch on"
              onAction={() => turn.mutate({ params: { id }, body: { is_off: false } })}
            />
          ) : (
            <MenuItem icon={CirclePause} label="Switch off" onAction={() => setOpen('off')} />
          )}
          <MenuItem icon={Trash2} label="Remove" onAction={() => setOpen('remove')} />
        </Menu>
      </MenuTrigger>
      <ConfirmDialog
        isOpen={open === 'off'}
        onClose={close}
        title={`Switch ${name} off?`}
        confirmLabel="Switch off"
        danger
        isPending={turn.isPending}
        onConfirm={() => turn.mutate({ params: { id }, body: { is_off: true } })}
      >
        <p>
          Nobody will be able to sign in with it, and everybody who signed in with it will be signed out. Connected
          accounts are kept. Members cannot open boards that require it until it is switched on again.
        </p>
      </ConfirmDialog>
      <ConfirmCall
        endpoint={removeProvider}
        input={{ params: { id } }}
        invalidates={['providers']}
        done={`${name} was removed.`}
        isOpen={open === 'remove' && requiredBy === 0}
        onClose={close}
        title={`Remove ${name}?`}
        confirmLabel="Remove"
        danger
      >
        <p>
          {connections === 0
            ? 'No accounts are connected to it.'
            : `${counted(connections, 'connected account')} can no longer sign in with it.`}{' '}
          People who signed in with it will be signed out. This cannot be undone.
        </p>
      </ConfirmCall>
      <MessageDialog
        isOpen={open === 'remove' && requiredBy > 0}
        onClose={close}
        message={`${counted(requiredBy, 'board requires', 'boards require')} ${name}. Ask their admins to remove this requirement first.`}
        dismissLabel="Close"
      />
      {open === 'edit' && (
        <ProviderDialog id={id} redirectAddress={redirectAddress} provider={provider} onClose={close} />
      )}
    </>
  );
}
