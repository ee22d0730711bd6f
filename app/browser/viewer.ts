export interface Viewer {
  id: string;
  firstName: string;
  seesProfessionalLinks: boolean;
  sells: boolean;
  links: readonly NavLink[];
  /** HTML that the server drew; empty for most. */
  lines: string;
}

/** Words are data, so that no page's script has them. */
export interface NavLink {
  to: string;
  label: string;
}
