import { useQuery } from '@tanstack/react-query';
import { confirmByProvider, listConnections } from '#contract/providers.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Stack } from '#web/ui/layout.tsx';

export function ConfirmByProvider({ next }: { readonly next: () => string }) {
  const { data } = useQuery({ ...queryFor(listConnections), throwOnError: false });
  const begin = useCall(confirmByProvider, { onSuccess: ({ url }) => window.location.assign(url) });
  const connections = data?.connections.filter(({ is_off }) => !is_off) ?? [];
  if (connections.length === 0) return null;
  return (
    <Stack gap="s">
      {connections.map(({ id, name }) => (
        <Button
          key={id}
          isPending={(begin.isPending || begin.isSuccess) && begin.variables?.params.id === id}
          onPress={() => begin.mutate({ params: { id }, body: { next: next() } })}
        >
          Confirm with {name}
        </Button>
      ))}
    </Stack>
  );
}
