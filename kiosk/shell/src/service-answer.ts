/** The result of a probe of the service, for the checklist (promise K8). */
export type ProbeResult = 'ours' | 'no_answer' | 'certificate' | 'other_service';

/** Reads from the answer to `GET /health/live` who sent it. */
export function ofAnswer(status: number, body: string): ProbeResult {
  // A proxy answers while the service behind it is down.
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
