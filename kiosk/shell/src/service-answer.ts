/** What stands between this machine and the service, for a person in front of the sign (promise K8). */
export type ProbeResult = 'ours' | 'no_answer' | 'certificate' | 'other_service';

/** Whose answer to `GET /health/live` this is. */
export function ofAnswer(status: number, body: string): ProbeResult {
  // A proxy in front of a service that is down.
  if (status >= 500) return 'no_answer';
  try {
    const said = JSON.parse(body) as { status?: unknown; uptimeSeconds?: unknown } | null;
    return status === 200 && said?.status === 'live' && typeof said.uptimeSeconds === 'number'
      ? 'ours'
      : 'other_service';
  } catch {
    return 'other_service';
  }
}
