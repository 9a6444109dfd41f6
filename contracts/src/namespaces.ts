/** The namespaces of the socket. Here alone, without a schema, because a browser that connects needs no more. */

/** Of kiosks (kiosk-events.ts). */
export const KIOSK_NAMESPACE = '/kiosk';
/** Of dashboards and the phone (dashboard-events.ts). */
export const DASHBOARD_NAMESPACE = '/dashboard';
