import pg from 'pg';

export async function withClient<T>(
  connectionString: string,
  application_name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, application_name });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
