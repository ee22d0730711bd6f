import { Children, type ComponentProps, cloneElement, isValidElement, type ReactNode } from "react";
import { Scripts } from "react-router";

/**
 * React Router's scripts, at a lower priority than the visible page: left alone, 120 kB of them go
 * before fonts and pictures, and delay the first paint on a phone by half a second. Only on the
 * server: browsers go by the page's head, and have nothing left to hasten.
 */
export function QuietScripts() {
  return quieten(Scripts({}));
}

function quieten(node: ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<ComponentProps<"link">>(child)) return child;
    if (child.type === "link") return cloneElement(child, { fetchPriority: "low" });
    const { children } = child.props;
    return children ? cloneElement(child, {}, quieten(children)) : child;
  });
}
