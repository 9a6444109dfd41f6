import { request } from 'undici';

/** The figures of the backend's `/metrics` (promise R5) that a run uses. */
interface BackendMetrics {
  cpuSeconds: number | null;
  memoryBytes: number | null;
  /** Statements that it sent to its database since it started. */
  databaseQueries: number | null;
  /** Errors of its own that it caught at the boundary of a connection. */
  boundaryCaught: number | null;
}

/** Reads the Prometheus text at `metricsUrl`. A missing counter is null; if the page does not answer, all are. */
export async function readBackendMetrics(metricsUrl: string): Promise<BackendMetrics> {
  let text = '';
  try {
    const reply = await request(metricsUrl, { headersTimeout: 5_000, bodyTimeout: 5_000 });
    text = await reply.body.text();
  } catch {
    // A backend that is gone has no figures. `checkBackend` reports that it is gone.
  }
  return {
    cpuSeconds: sumOf(text, 'process_cpu_seconds_total'),
    memoryBytes: sumOf(text, 'process_resident_memory_bytes'),
    databaseQueries: sumOf(text, 'signs_database_queries_total'),
    boundaryCaught: sumOf(text, 'signs_boundary_caught_total'),
  };
}

/** The sum of `name` over its labels; null where the text has no such sample. */
function sumOf(text: string, name: string): number | null {
  let sum: number | null = null;
  for (const line of text.split('\n')) {
    const sample = /^([A-Za-z_:][\w:]*)(?:\{[^}]*\})? (\S+)/.exec(line);
    if (sample?.[1] === name) sum = (sum ?? 0) + Number(sample[2]);
  }
  return sum;
}
