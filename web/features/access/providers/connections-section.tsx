import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { type Connection, connectProvider, disconnectProvider, listConnections } from '#contract/providers.ts';
import { formatDate, formatDocumentTime } from '#domain/dates.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';
import { ProviderFailure } from './sign-in-providers.tsx';

export function ConnectionsSection() {
  const { provider } = useSearch({ from: '/shell/account' });
  const { data } = useQuery({ ...queryFor(listConnections), throwOnError: false });
  const connect = useCall(connectProvider, { onSuccess: ({ url }) => window.location.assign(url) });
  const [leaving, setLeaving] = useState<Connection | null>(null);
  if (data === undefined || data.providers.length + data.connections.length === 0) return null;
  const connected = new Set(data.connections.filter(({ is_off }) => !is_off).map((each) => each.provider_id));
  const isBusy = connect.isPending || connect.isSuccess;
  return (
    <Section title="Connected sign-ins">
      <Stack gap="m">
        <ProviderFailure provider={provider} />
        <Rows label="Connected sign-ins">
          {data.connections.map((connection) => (
            <ConnectionRow key={connection.id} connection={connection} onDisconnect={() => setLeaving(connection)} />
          ))}
          {data.providers
            .filter(({ id }) => !connected.has(id))
            .map(({ id, name }) => (
              <Setting
                key={id}
                icon={Plus}
                title={name}
                meta="Not connected"
                action={
                  <Button
                    size="s"
                    aria-label={`Connect ${name}`}
                    isPending={isBusy && connect.variables?.body.provider_id === id}
                    onPress={() => connect.mutate({ body: { provider_id: id } })}
                  >
                    Connect
                  </Button>
                }
              />
            ))}
        </Rows>
      </Stack>
      {leaving !== null && (
        <ConfirmCall
          endpoint={disconnectProvider}
          input={{ params: { id: leaving.id } }}
          invalidates={['providers', 'twoFactor']}
          onDone={({ signed_out: isSignedOut }) => {
            if (isSignedOut) window.location.assign(paths.login());
            showToast(`${leaving.name} was disconnected.`);
          }}
          onClose={() => setLeaving(null)}
          title={`Disconnect ${leaving.name}?`}
          confirmLabel="Disconnect"
          danger
        >
          <p>
            You will no longer be able to use it to sign in. You will be signed out on every device where you signed in
            with it, possibly including this one.
          </p>
        </ConfirmCall>
      )}
    </Section>
  );
}

interface ConnectionRowProps {
  readonly connection: Connection;
  readonly onDisconnect: () => void;
}

function ConnectionRow({ connection, onDisconnect }: ConnectionRowProps) {
  const timeZone = useTimeZone();
  const { name, claimed_email: email, created_at: made, last_used_at: used, is_off: isOff } = connection;
  const since = `Connected on ${formatDate(made, timeZone)}`;
  const use = used === null ? 'not used yet' : `last used ${formatDocumentTime(used, timeZone)}`;
  return (
    <Setting
      icon={Link2}
      title={email === null ? name : `${name}: ${email}`}
      meta={isOff ? `${since}. It is currently switched off.` : `${since}, ${use}`}
      action={
        <Button size="s" aria-label={`Disconnect ${name}`} onPress={onDisconnect}>
          Disconnect
        </Button>
      }
    />
  );
}
