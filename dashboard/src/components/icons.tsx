// The icons of the navigation and the command palette: strokes on a grid of 24, in the color of
// their place.
const strokes = {
  overview: 'M4 13h6V4H4zm10 7h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  sign: 'M4 20h16M6 16l9.5-9.5a2.1 2.1 0 0 1 3 3L9 19l-4 1z',
  largeFiles: 'M3 5h18v14H3zm4 0v14M17 5v14M3 9.7h4m-4 4.6h4m10-4.6h4m-4 4.6h4M7 12h10',
  records: 'M6 3h8l4 4v14H6zm8 0v4h4M9 12h6m-6 4h6',
  generators: 'M8 8h8v8H8zM10 4v4m4-4v4m-4 8v4m4-4v4M4 10h4m-4 4h4m8-4h4m-4 4h4',
  analytics: 'M4 20h16M7 20v-7m5 7V6m5 14v-10',
  auditLog: 'M5 6h1m3 0h10M5 12h1m3 0h10M5 18h1m3 0h10',
  attestation: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zm-3.5 9l2.5 2.5 4.5-5',
  team: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-6 9c0-4 2.5-6 6-6s6 2 6 6m1-16a3.5 3.5 0 0 1 0 7m2 3.5c2 .8 3 2.7 3 5.5',
  apiKeys: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm3-7l9-9m-4 4l3 3m-6 0l2 2',
  webhooks: 'M12 8a3 3 0 1 0-3-3c0 1 .5 1.8 1.2 2.4L7 14m0 0a3 3 0 1 0 3 3h7m0 0a3 3 0 1 0 1.5-5.5L14 6',
  connectedStores:
    'M12 9c4.4 0 8-1.3 8-3s-3.6-3-8-3-8 1.3-8 3 3.6 3 8 3zM4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  domains: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  certificates: 'M12 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10zm-3-1l-1 8 4-2 4 2-1-8',
  branding: 'M12 3a9 9 0 1 0 0 18c2 0 2-2 1-3s0-3 2-3h3c2 0 3-1 3-3a9 9 0 0 0-9-9zM7.5 12h.01M9 7.5h.01m5 0h.01',
  billing: 'M3 6h18v12H3zm0 4h18M7 15h4',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7 9c0-4.5 3-6.5 7-6.5s7 2 7 6.5',
  verify: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm-4-9l3 3 5.5-6',
  environment: 'M9 3h6m-5 0v6l-5.5 9.5A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.5L14 9V3M7.5 15h9',
  logOut: 'M14 4H5v16h9m-4-8h10m-3.5-4l3.5 4-3.5 4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zm4.7-1.8L20 20',
} as const;

export type IconName = keyof typeof strokes;

export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
