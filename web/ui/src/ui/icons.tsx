// Icons as paths on a 16 × 16 grid: fonts lack half of these signs.

import type { StatusIcon } from '../status';

const PATHS = {
  run: 'M4 2.5v11l9-5.5z',
  stop: 'M3.5 3.5h9v9h-9z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  step: 'M3 3v10l7-5zM11 3h2v10h-2z',
  upload: 'M8 1.5 12.5 6H9.5v5h-3V6h-3zM2.5 12.5h11v2h-11z',
  plus: 'M7 3h2v4h4v2H9v4H7V9H3V7h4z',
  minus: 'M3 7h10v2H3z',
  fit: 'M2 2h4.5v2H4v2.5H2zM9.500 2H14v4.500h-2V4H9.500zM2 9.500h2V12h2.500v2H2zM12 9.500h2V14H9.500v-2H12z',
  live: 'M3 3h2v10H3zM6.500 3l6.500 5-6.500 5z',
  help: 'M5 5.500C5 3.500 6.300 2.300 8.100 2.300s3.100 1.100 3.100 2.800c0 1.300-.7 2-1.600 2.700-.7.500-.8.800-.8 1.600v.4H7v-.7c0-1.300.4-1.900 1.400-2.700.6-.5.9-.8.9-1.300 0-.6-.5-1-1.200-1-.8 0-1.300.5-1.300 1.400zM6.900 11.300h2v2.200h-2z',
  light: 'M8 4.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM7.300.8h1.400v2.400H7.300zM7.300 12.800h1.400v2.400H7.300zM.8 7.300h2.400v1.400H.8zM12.800 7.300h2.400v1.400h-2.400zM2.400 3.400l1-1 1.700 1.700-1 1zM10.900 11.900l1-1 1.700 1.700-1 1zM12.600 2.400l1 1-1.700 1.700-1-1zM4.100 10.900l1 1-1.700 1.700-1-1z',
  dark: 'M6.500 1.800a6.300 6.300 0 1 0 7.700 7.700A5.200 5.200 0 0 1 6.500 1.800z',
  system: 'M1.500 2.500h13v9h-5v1.500H11v1.500H5V13h1.500v-1.500h-5zM3.500 4.500v5h9v-5z',
  down: 'M3 5.500h10L8 11.500z',
  close: 'M4 2.600 8 6.600l4-4L13.400 4l-4 4 4 4L12 13.400l-4-4-4 4L2.600 12l4-4-4-4z',
  loop: 'M8 2.500a5.500 5.500 0 1 0 5.500 5.500h-2A3.500 3.500 0 1 1 8 4.500V7l4-3.500L8 0z',
  ready: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
  progress: 'M2 3h12v3H2zM2 7.500h9v2.500H2zM2 11.500h5V14H2z',
  wait: 'M4 1.500h8v2L9.300 8l2.700 4.500v2H4v-2L6.700 8 4 3.500z',
  alert: 'M8 1.200 15.300 14H.7zM7.200 6v4.200h1.600V6zM7.200 11.200v1.600h1.600v-1.600z',
  done: 'M6.300 13.200 1.800 8.700l1.500-1.500 3 3 6.400-6.400 1.500 1.500z',
  cross: 'M4 2.600 8 6.600l4-4L13.400 4l-4 4 4 4L12 13.400l-4-4-4 4L2.600 12l4-4-4-4z',
  limit: 'M5 1.500h6L14.500 5v6L11 14.500H5L1.500 11V5zM4 7v2h8V7z',
  retry: 'M8 2.500a5.500 5.500 0 1 0 5.500 5.500h-2A3.500 3.500 0 1 1 8 4.500V7l4-3.500L8 0z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName | StatusIcon }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} fill="currentColor" fill-rule="evenodd" />
    </svg>
  );
}
