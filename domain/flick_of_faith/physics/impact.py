"""Two discs hit each other (physics 6, HIT): rims are smooth, so that it acts along the line of centres alone."""
# ruff: noqa: N806 - the names are those of the specification's formulas

from math import sqrt

from domain.flick_of_faith.physics.constants import E_FIXED, E_MOVABLE, S_MIN, V_EPS
from domain.flick_of_faith.physics.motion import Motion


def hit(motion: Motion, i: int, j: int) -> None:
    """physics 6: the discs' velocities after the hit."""
    Dx, Dy = motion.x[j] - motion.x[i], motion.y[j] - motion.y[i]
    D = sqrt(Dx * Dx + Dy * Dy)
    nx, ny = Dx / D, Dy / D
    si, sj, imi, imj = motion.s[i], motion.s[j], motion.im[i], motion.im[j]
    vix, viy, vjx, vjy = motion.ux[i] * si, motion.uy[i] * si, motion.ux[j] * sj, motion.uy[j] * sj
    vn = (vix - vjx) * nx + (viy - vjy) * ny
    if vn < V_EPS:
        vn = V_EPS
    e = E_FIXED if imi == 0.0 or imj == 0.0 else E_MOVABLE
    J = ((1.0 + e) * vn) / (imi + imj)
    if imi > 0.0:
        k = J * imi
        motion.set_velocity(i, vix - k * nx, viy - k * ny, S_MIN)
    if imj > 0.0:
        k = J * imj
        motion.set_velocity(j, vjx + k * nx, vjy + k * ny, S_MIN)
